// Builds the one bundle. The worker is made first: the viewer carries it as text (a single-file module
// has no siblings to load), and Python runs the same file in QuickJS to draw static pictures.
import { build } from 'esbuild';

const common = { bundle: true, target: 'es2022', minify: true, legalComments: 'none', logLevel: 'warning' };
const OUT = 'jax_viz/static';

await build({ ...common, entryPoints: ['src/layout/worker.ts'], outfile: `${OUT}/worker.js`, format: 'iife' });
await build({
  ...common,
  entryPoints: ['src/hosts/viewer.ts'],
  outfile: `${OUT}/viewer.js`,
  format: 'esm',
  loader: { '.css': 'text' },
  plugins: [
    {
      name: 'worker-as-text',
      setup(b) {
        b.onResolve({ filter: /^worker:text$/ }, () => ({
          path: `${process.cwd()}/${OUT}/worker.js`,
          namespace: 'text'
        }));
        b.onLoad({ filter: /.*/, namespace: 'text' }, async ({ path }) => ({
          contents: await (await import('node:fs/promises')).readFile(path, 'utf8'),
          loader: 'text'
        }));
      }
    }
  ]
});
