/** Files that esbuild bundles as texts (`esbuild.mjs`). */
declare module '*.css' {
  const text: string;
  export default text;
}
declare module 'worker:text' {
  const text: string;
  export default text;
}
