/** Saved comments: private to a grader, at most a hundred. */

import { expect, test } from 'vitest'
import { savedComments } from '#db/schema/grading.ts'
import { testApp } from '#test/app.ts'

const { as, database } = await testApp()

test('a grader saves, changes and deletes comments; others see none', async () => {
  const grader = (await as('TRAINER')).savedComments
  const first = await grader.createSavedComment({ body: { text: 'Name the source under the chart.' } })
  const second = await grader.createSavedComment({ body: { text: 'Say what you left out,\nand why.' } })
  await grader.updateSavedComment({ params: { id: first.id }, body: { text: 'Name your source.' } })
  await expect(grader.listSavedComments()).resolves.toEqual({ items: [{ id: first.id, text: 'Name your source.' }, second] })
  const other = (await as('ADMIN')).savedComments
  await expect(other.listSavedComments()).resolves.toEqual({ items: [] })
  await expect(other.updateSavedComment({ params: { id: first.id }, body: { text: 'Mine' } })).rejects.toBeProblem('not-found')
  await expect(other.removeSavedComment({ params: { id: first.id } })).rejects.toBeProblem('not-found')
  await grader.removeSavedComment({ params: { id: first.id } })
  await expect(grader.listSavedComments()).resolves.toEqual({ items: [second] })
})

test('a comment has 1 to 2,000 characters', async () => {
  const grader = (await as('TRAINER')).savedComments
  for (const text of ['', '  \n', 'a'.repeat(2001)])
    await expect(grader.createSavedComment({ body: { text } })).rejects.toBeProblem('validation-failed', ['/text'])
  await expect(grader.createSavedComment({ body: { text: 'a'.repeat(2000) } })).resolves.toMatchObject({ text: 'a'.repeat(2000) })
})

test('comment one hundred and one is rejected', async () => {
  const grader = await as('TRAINER')
  const values = Array.from({ length: 100 }, (_, index) => ({ userId: grader.user.id, text: `Comment ${index}` }))
  await database.db.insert(savedComments).values(values)
  await expect(grader.savedComments.createSavedComment({ body: { text: 'One more' } })).rejects.toBeProblem('conflict')
})
