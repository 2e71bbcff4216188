/** The version of the product, as in package.json of the root: a test compares them, so that neither the browser nor a built server reads that file. */
export const version = '1.0.0'
