/** What separates the cells of a text file of an import, in the order in which they are tried. The thread that reads files needs no more of the contract. */

export const importDelimiters = [',', ';', '\t', '|'] as const
export type ImportDelimiter = (typeof importDelimiters)[number]
