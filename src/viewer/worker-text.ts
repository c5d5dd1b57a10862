/** The worker's bundle as text, in a file of its own so that tests can replace it. */
export { default } from 'worker:text';
