// Merged by jupyter-builder into its rspack configuration. `?asset` emits the viewer verbatim,
// so that the labextension runs the same file, byte for byte, as a page does.
const { rspack } = require('@rspack/core');
module.exports = {
  module: {
    rules: [{ resourceQuery: /asset/, type: 'asset/resource', generator: { filename: '[name].[contenthash:8].mjs' } }]
  },
  // The viewer, which is fetched when the first report is shown; served compressed, it is a third of that.
  performance: { maxAssetSize: 400_000 },
  optimization: { minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ exclude: /\.mjs$/ })] }
};
