// Builds the one bundle. The worker is made first: the viewer carries it as text (a single-file module
// has no siblings to load), and Python runs the same file in QuickJS to draw static pictures.
import { readFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';

const OUT = 'jax_viz/static';

const styles = {
  name: 'styles-as-text',
  setup(b) {
    b.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const css = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true });
      return { contents: css.code, loader: 'text' };
    });
  }
};

/** What `worker:text` names: the built worker, or nothing where there are no workers. */
const worker = text => ({
  name: 'worker-as-text',
  setup(b) {
    b.onResolve({ filter: /^worker:text$/ }, () => ({ path: 'worker', namespace: 'text' }));
    b.onLoad({ filter: /.*/, namespace: 'text' }, async () => ({ contents: await text(), loader: 'text' }));
  }
});

function bundle(source, name, options = {}) {
  return build({
    bundle: true,
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    format: 'iife',
    entryPoints: [`src/${source}.ts`],
    outfile: `${OUT}/${name}.js`,
    ...options
  });
}

await bundle('layout/worker', 'worker');
const built = () => readFile(`${OUT}/worker.js`, 'utf8');
await bundle('hosts/viewer', 'viewer', { format: 'esm', plugins: [styles, worker(built)] });
// A page made by Python: the viewer's first paint, and what fits it to the reader's window.
await bundle('prerender/prerender', 'prerender', { plugins: [styles, worker(async () => '')] });
await bundle('hosts/first-paint', 'first-paint');
// What starts a viewer that something else carries, and what asks a kernel for one.
await bundle('hosts/start', 'start');
await bundle('hosts/widget-loader', 'widget-loader', { format: 'esm', charset: 'utf8' });
