/** “1 question”, “5 questions”. */
export const pluralize = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
