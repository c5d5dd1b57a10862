import { defineConfig } from 'vitest/config';

// Node is enough for the pure rooms; a test of something with a DOM begins with `// @vitest-environment happy-dom`.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    restoreMocks: true,
    // Two cores serve everything.
    maxWorkers: 2,
    minWorkers: 1
  }
});
