/**
 * Where a page's policy asks for Trusted Types, browsers take the text of a script and the address of a worker only from
 * a policy that the page allows by name. Ours are `jax-viz-page` and `jax-viz-worker`; nothing else of the viewer
 * needs one, as it makes no markup.
 */
interface Rules {
  createScript?(text: string): string;
  createScriptURL?(address: string): string;
}
/** As much of the browser's interface as is used here; TypeScript's library has none. */
interface Policies {
  createPolicy(
    name: string,
    rules: Rules
  ): { createScript(text: string): string; createScriptURL(address: string): string };
}

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;

/** The viewer's own text for a script element; the page's policy knows its hash. */
export function ownScript(text: string): string {
  return policies === undefined
    ? text
    : policies.createPolicy('jax-viz-page', { createScript: own => own }).createScript(text);
}

let workers: ReturnType<Policies['createPolicy']> | undefined;

/**
 * The address of a worker made from a blob of this page.
 *
 * @throws TypeError where the page's policy does not allow ours: then there is no worker.
 */
export function ownWorkerAddress(address: string): string {
  if (policies === undefined) return address;
  workers ??= policies.createPolicy('jax-viz-worker', {
    createScriptURL(wanted) {
      if (!wanted.startsWith('blob:')) throw new TypeError(`${wanted} is not the viewer's worker.`);
      return wanted;
    }
  });
  return workers.createScriptURL(address);
}
