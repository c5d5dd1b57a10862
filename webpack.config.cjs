// Merged by jupyter-builder into its rspack configuration. `?asset` emits the viewer verbatim,
// so that the labextension runs the same file, byte for byte, as a page does.
const { rspack } = require('@rspack/core');
module.exports = {
  module: {
    rules: [{ resourceQuery: /asset/, type: 'asset/resource', generator: { filename: '[name].[contenthash:8].mjs' } }]
  },
  optimization: { minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ exclude: /\.mjs$/ })] }
};
