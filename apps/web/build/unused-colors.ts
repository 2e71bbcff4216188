/** Leaves Mantine's colours that the theme does not have out of the style sheet: seven, each with 40 variables. */

const unused = /^--mantine-color-(?:cyan|indigo|lime|orange|pink|teal|violet)-/

/** A plugin of PostCSS, in the form that needs no import of it. */
export const unusedColors = {
  postcssPlugin: 'unused-colors',
  Declaration: (declaration: { prop: string; remove: () => unknown }): void => {
    if (unused.test(declaration.prop)) declaration.remove()
  },
}
