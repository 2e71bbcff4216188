/** The thread that reads a file of people. */

import { answer } from '#modules/imports/reader-thread.ts'
import { readPeople } from '#modules/users/import/parse-people.ts'

await answer((table, options) => {
  const { people: items, detected } = readPeople(table, options)
  return { items, detected }
})
