// The rules that a reader of CONTRIBUTING.md would expect a machine to check: the floors, the hosts at the
// edge, no report text as HTML, no dropped promises.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Folders of src/ from the lowest floor up, as design and CONTRIBUTING.md name them. */
const FLOORS = [['report', 'layout', 'dom'], ['graph'], ['views'], ['viewer'], ['prerender', 'hosts']];

const JUPYTER = {
  group: ['@jupyterlab/*', '@lumino/*', '@jupyter/*'],
  message: 'Only src/hosts/lab knows Jupyter; everything else asks the `Host` interface.'
};

/** Folders by name, whichever way a file reaches them: '../viewer/x', '../../viewer/x'. */
const folders = (names, message) => ({ group: names.map(name => `**/${name}/**`), message });

const floorRules = FLOORS.flatMap((floor, level) =>
  floor.map(room => {
    const above = FLOORS.slice(level + 1).flat();
    const patterns = [folders(above, `src/${room} imports only from floors below it.`)];
    // What runs in the worker and in QuickJS has no DOM.
    if (room === 'report' || room === 'layout') patterns.push(folders(['dom'], `src/${room} runs without a DOM.`));
    return {
      files: [`src/${room}/**/*.ts`],
      ignores: room === 'hosts' ? ['src/hosts/lab/**'] : [],
      rules: {
        'no-restricted-imports': ['error', { patterns: [JUPYTER, ...patterns.filter(({ group }) => group.length > 0)] }]
      }
    };
  })
);

const NODE_NAMES = ['process', 'console', 'Buffer', 'performance', 'require', 'module'];

const MARKUP = 'Report text is data: make elements and text nodes (src/dom/elements.ts).';

export default tseslint.config(
  { ignores: ['lib/', 'jax_viz/', 'node_modules/', 'artifacts/', 'dist/', '.venv/', 'src/report/schema.ts'] },
  js.configs.recommended,
  {
    files: ['src/**/*.ts'],
    extends: [tseslint.configs.strict],
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-console': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', 600],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      // Typed arrays and columns are indexed by numbers that the code has just bounded.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc', 'setHTMLUnsafe', 'parseHTMLUnsafe'].map(
          property => ({ property, message: MARKUP })
        ),
        { object: 'document', property: 'write', message: MARKUP },
        { object: 'document', property: 'writeln', message: MARKUP }
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "CallExpression[callee.property.name='createContextualFragment']", message: MARKUP },
        {
          selector: "CallExpression[callee.property.name='parseFromString'] > Literal[value='text/html']",
          message: MARKUP
        }
      ]
    }
  },
  ...floorRules,
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: Object.fromEntries(NODE_NAMES.map(name => [name, 'readonly']))
    }
  }
);
