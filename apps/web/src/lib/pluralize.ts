/** “1 question”, “5 questions”. */
export const pluralize = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** “, ahead of 2 people on the waiting list”: after what happened. Nothing if nobody was passed. */
export const formatPassed = (passed: number): string =>
  passed === 0 ? '' : `, ahead of ${pluralize(passed, 'person', 'people')} on the waiting list`
