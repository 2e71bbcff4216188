/** What every form with a draft must do: clear it once it is sent; if that fails, keep it and show the error. */

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import type { paths as calls } from '@lms/contract/generated/paths'
import { useSession, type SessionUser } from '#lib/session.ts'
import { enter } from './enter.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from './fake-api.ts'
import { makeCourse, makeWeek, pageWith } from './fixtures.ts'
import { delays, paces, pasteAtPace, typeAtPace } from './pace.ts'
import { renderAt } from './render.tsx'

type Domain = keyof typeof calls

export type DraftForm = {
  /** The draft's key, up to the first colon, which ids follow. */
  draft: string
  /** Null: nobody is signed in. */
  role: SessionUser['role'] | null
  element: ReactElement
  /** The route of the element, and its URL. */
  at?: { pattern: string; to: string }
  /** The calls that the form reads from. */
  reads?: Fakes
  /** The call that sends it, and what the server answers. */
  call: `${Domain}.${string}`
  reply: () => unknown
  /** The label of the field that is typed into; and the text, if it needs a certain one. */
  field: string | RegExp
  typed?: string
  /** Fills in the other required fields. */
  fill?: () => Promise<void>
  /** Buttons, in the order in which they are pressed. */
  press: readonly (string | RegExp)[]
  /** What it says if there is no answer, where it does not say what the server said. */
  failure?: string
  /** On a wide screen. */
  isWide?: true
  /** If it is not a text field: whether the chosen value is still shown. */
  isShown?: () => boolean
  /** What is typed before the response. Null: nothing, because it signs in, which leaves the page. */
  later?: string | null
  /** The same, if it is not typed. */
  addLater?: () => Promise<void>
}

const words = 'Words that were typed'
const refusal = 'You may not do this any more.'

const listDrafts = (prefix: string): string[] =>
  Object.entries({ ...localStorage }).flatMap(([key, value]) => (key.startsWith('draft:') && key.includes(`:${prefix}`) ? [value] : []))

export const type = async (label: string | RegExp, text: string): Promise<void> => enter(screen.getByLabelText(label), text)

const noProgress = { percentage: 0, completed: 0, total: 0, next: null, items: [], reasons: [] }
export const inCourse = (role: 'TRAINER' | 'STUDENT' = 'TRAINER'): Fakes => ({
  courses: { getCourse: async () => makeCourse(role), listCourses: async () => pageWith([]), getProgress: async () => noProgress },
  weeks: { getWeek: async () => makeWeek() },
  users: { listUsers: async () => pageWith([]) },
})

/** The route of a form, and its URL. */
export const at = (path: { pattern: string; to: (params: never, search?: never) => string }, params: object, search?: object) => ({
  pattern: path.pattern,
  to: path.to(params as never, search as never),
})

/** Renders the form with input that is stored as a draft; returns functions to send it and to answer the request. */
async function open(form: DraftForm) {
  const typed = form.typed ?? words
  if (form.role) signInAs(form.role)
  else useSession.getState().signOut('person')
  const { matchMedia } = window
  if (form.isWide)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('min-width') }))
  const answers: PromiseWithResolvers<unknown>[] = []
  const answer = (): PromiseWithResolvers<unknown> => {
    const next = Promise.withResolvers<unknown>()
    answers.push(next)
    return next
  }
  const [domain, name] = form.call.split('.') as [Domain, string]
  let sent = 0
  const called = fakeApi({
    ...form.reads,
    [domain]: { ...form.reads?.[domain], [name]: () => answers[sent++]!.promise },
  })
  const rendered = renderAt(
    form.at ? (
      <Routes>
        <Route path={form.at.pattern} element={form.element} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    ) : (
      form.element
    ),
    form.at?.to,
  )
  // A group around the field may have the same name.
  const field = (await screen.findAllByLabelText<HTMLInputElement>(form.field, { selector: 'input, textarea, [role=textbox]' }))[0]!
  await (field.type === 'radio' ? userEvent.click(field) : enter(field, typed))
  await form.fill?.()
  await waitFor(() => expect(listDrafts(form.draft).length).toBe(1))
  const callCount = (): number => called.filter(({ name }) => name === form.call).length
  let tries = 0
  const send = async ({ unlessSent = false } = {}): Promise<void> => {
    tries++
    // Some buttons are both above and below the form.
    for (const name of form.press)
      if (!unlessSent || callCount() < tries) await userEvent.click((await screen.findAllByRole('button', { name }))[0]!)
    await waitFor(() => expect(callCount()).toBe(tries))
  }
  const isInEditor = (): boolean => screen.queryAllByRole('textbox').some(({ textContent }) => textContent?.includes(typed))
  const isShown = (): boolean =>
    form.isShown?.() ?? (screen.queryAllByDisplayValue(new RegExp(typed.replace('.', '\\.'))).length > 0 || isInEditor())
  /** Returns what was typed while the field was there: some forms close with the response. */
  const addLater = async (later: string, pace: number): Promise<string> => {
    if (form.addLater) await form.addLater()
    else if (field.matches('input, textarea')) return typeAtPace(field, later, pace)
    return form.addLater ? later : pasteAtPace(field, later, pace)
  }
  const press = async (): Promise<void> => userEvent.click((await screen.findAllByRole('button', { name: form.press[0]! }))[0]!)
  return { ...rendered, answer, send, press, callCount, isShown, addLater }
}

/** How many date fields a form has, by its call. */
const dateFields: Record<string, number> = {
  'signupForms.saveForm': 1,
  'courses.createCourse': 1,
  'courses.updateCourse': 2,
  'weeks.createWeek': 1,
  'weeks.updateWeek': 2,
  'assignments.createAssignment': 3,
  'assignments.updateAssignment': 3,
}

/** Each is beside the button of its calendar. */
const listDateFields = (): HTMLInputElement[] =>
  screen
    .queryAllByRole('button', { name: /^Calendar: / })
    .map((button) => button.closest('.mantine-InputWrapper-root')!.querySelector('input')!)

/** Fields for text that can be emptied. A search is no part of a form, nor is the preview of a question. */
const listTextFields = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(
    ':is(input:not([type=radio], [type=checkbox], [type=file], [type=search], [role=combobox]), textarea):not(:disabled, [readonly], [aria-hidden], [hidden], [type=hidden], [id*=preview])',
  ),
]
const nameOfField = ({ id, labels, ariaLabel }: HTMLInputElement): string => labels?.[0]?.textContent ?? ariaLabel ?? id

/** A date whose year is not complete. */
const halfTyped = '13 Dec 202'

/** Why sending names other fields than the marked ones. */
const namedOtherwise: Record<string, string> = {
  'answers:': 'the dialog of Submit says which answers are missing',
  'grade:': 'work is returned without a mark',
}

/** `turn` chooses how fast is typed, and how slow the server is. */
export function describeDraftForm(form: DraftForm, turn: number): void {
  const dates = dateFields[form.call] ?? 0
  describe(`draft ${form.draft}`, () => {
    test('stays if the request fails, and the error is shown; is cleared once it is sent again', async () => {
      const { answer, send, isShown, unmount } = await open(form)
      expect(listDateFields()).toHaveLength(dates)
      const [refused, taken] = [answer(), answer()]
      // A note is also sent once typing pauses, which on a busy machine is before the click: that would send it again.
      await send({ unlessSent: true })
      refused.reject(form.failure ? new FakeProblem(500, 'internal') : new FakeProblem(403, 'forbidden', refusal))
      expect((await screen.findAllByText(new RegExp(form.failure ?? refusal))).length).toBeGreaterThan(0)
      expect(isShown()).toBe(true)
      expect(listDrafts(form.draft)).toHaveLength(1)
      await send()
      taken.resolve(form.reply())
      await waitFor(() => expect(listDrafts(form.draft)).toEqual([]))
      unmount()
      expect(listDrafts(form.draft)).toEqual([])
    })

    test('is cleared even if the page was left before the response', async () => {
      const { answer, send, unmount } = await open(form)
      const taken = answer()
      await send()
      unmount()
      expect(listDrafts(form.draft)).toHaveLength(1)
      taken.resolve(form.reply())
      await waitFor(() => expect(listDrafts(form.draft)).toEqual([]))
    })

    test.skipIf(dates === 0)('a year is typed digit by digit, also in a draft; one that is not finished is not sent', async () => {
      const { unmount } = await open(form)
      for (const field of listDateFields()) {
        await userEvent.clear(field)
        await userEvent.type(field, halfTyped)
        expect(field.getAttribute('aria-invalid')).not.toBe('true')
        expect(screen.getByText('Sun 13 Dec, year not complete')).toBeDefined()
      }
      await waitFor(() => expect(listDrafts(form.draft).join('')).toContain(halfTyped))
      unmount()
      const again = await open(form)
      expect(listDateFields().map(({ value }) => value)).toEqual(listDateFields().map(() => halfTyped))
      await again.press()
      expect(await screen.findAllByText('Enter a year from 2000 to 2100.')).not.toHaveLength(0)
      expect(again.callCount()).toBe(0)
    })

    test.skipIf(form.draft in namedOtherwise)('marks what must be filled in, and nothing else', async () => {
      const { answer, press } = await open(form)
      answer()
      for (const field of listTextFields()) fireEvent.change(field, { target: { value: '' } })
      const required = listTextFields().filter((field) => field.required)
      await press()
      const wrong = listTextFields().filter((field) => field.getAttribute('aria-invalid') === 'true')
      expect(required.map(nameOfField)).toEqual(wrong.map(nameOfField))
    })

    const { later = ', and more' } = form
    if (later === null) return
    const [pace, delay] = [paces[turn % paces.length]!, delays[turn % delays.length]!]
    test(`keeps text that is typed with ${pace} ms between keys while it is sent, which takes ${delay} ms`, async () => {
      const { answer, send, addLater, unmount } = await open(form)
      const taken = answer()
      await send()
      vi.useFakeTimers({ shouldAdvanceTime: true })
      setTimeout(() => taken.resolve(form.reply()), delay)
      const typed = await addLater(later, pace)
      await act(() => vi.advanceTimersByTimeAsync(delay + 1000))
      // A form that closes with an immediate answer may be gone.
      expect(typed.length > 0 || delay === 0).toBe(true)
      unmount()
      expect(listDrafts(form.draft).join('')).toContain(typed)
    })
  })
}

const sources = import.meta.glob<string>(['../src/features/**/*.{ts,tsx}', '!../src/features/**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The keys of all drafts of the product, each up to its first id. A key that is built by a call, or is a constant, is looked up. */
export function listDraftKeys(): string[] {
  const files = Object.values(sources)
  const find = (name: string, texts: readonly string[]): string | undefined =>
    texts.flatMap((text) => new RegExp(`\\bconst ${name} = (?:\\([^)]*\\): string =>\\s*)?[\`']([\\w-]+:?)`).exec(text)?.[1] ?? [])[0]
  return files.flatMap((text) =>
    [...text.matchAll(/\b(?:draft: |useDraft(?:<[^(]*>)?\(\s*)(.*)/g)].flatMap(([, value]) => {
      const written = /^[`'](\w[\w-]*:?(?:new\b:?)?)/.exec(value!)?.[1]
      if (written !== undefined) return [written]
      const name = /^(?:\w+ \? .* : )?(?!null\b)([a-z]\w*)(?:\(|, )/.exec(value!)?.[1]
      // An unknown one is listed by its name.
      return name === undefined ? [] : [find(name, [text]) ?? find(name, files) ?? name]
    }),
  )
}
