/** What is typed is saved, in turns, and nothing of it is lost by a failure. */
import { ApiProblem } from '#lib/api.ts'
import { expect, test } from 'vitest'
import { createAutosave, type Saving } from './use-autosave.ts'

function given(answers: (() => Promise<void>)[] = []) {
  const saved: string[] = []
  const states: Saving['state'][] = []
  const save = async (text: string): Promise<void> => {
    await (answers.shift() ?? (() => Promise.resolve()))()
    saved.push(text)
  }
  const autosave = createAutosave(({ state }) => states.push(state))
  autosave.saveWith(save)
  return { saved, states, autosave }
}
const offline = () => Promise.reject(new ApiProblem('offline', { status: 0, detail: 'lost' }))

test('the last words are saved, once', async () => {
  const { autosave, saved, states } = given()
  autosave.type('a')
  autosave.type('ab')
  await expect(autosave.flush()).resolves.toBe(true)
  await autosave.flush()
  expect(saved).toEqual(['ab'])
  expect(states).toEqual(['saving', 'saved'])
})

test('what is typed while a save runs is saved after it, never beside it', async () => {
  let finish = (): void => undefined
  const { autosave, saved } = given([() => new Promise((resolve) => (finish = resolve))])
  autosave.type('one')
  const first = autosave.flush()
  autosave.type('two')
  const second = autosave.flush()
  expect(saved).toEqual([])
  finish()
  await Promise.all([first, second])
  expect(saved).toEqual(['one', 'two'])
})

test('a failure keeps the words, and the next try saves them', async () => {
  const { autosave, saved, states } = given([offline])
  autosave.type('kept')
  await expect(autosave.flush()).resolves.toBe(false)
  expect(states.at(-1)).toBe('offline')
  await expect(autosave.flush()).resolves.toBe(true)
  expect(saved).toEqual(['kept'])
})

test('forgotten words are not saved', async () => {
  const { autosave, saved } = given()
  autosave.type('gone')
  autosave.forget()
  await autosave.flush()
  expect(saved).toEqual([])
})
