/** Forms: errors at their fields, typing that is never lost. */

import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { toFieldErrors, useForm } from './form.ts'
import { readDraft, saveDraft } from './stored-drafts.ts'

type Values = { title: string; seats: string }
const initial: Values = { title: '', seats: '' }
const invalid = (...pointers: string[]) =>
  new ApiProblem('validation-failed', {
    status: 422,
    detail: 'Some fields need attention',
    errors: pointers.map((pointer) => ({ pointer, detail: `At ${pointer}` })),
  })

const open = () =>
  renderHook(() =>
    useForm<Values>({ draft: 'course:new', initial, check: ({ title }) => ({ title: title ? undefined : 'Enter a title' }) }),
  )

test('errors prevent sending, and disappear as soon as their field changes', () => {
  const { result } = open()
  const send = vi.fn<(values: Values) => void>()
  act(() => result.current.submit(send)())
  expect(send).not.toHaveBeenCalled()
  expect(result.current.summary).toEqual([{ message: 'Enter a title', fieldId: 'title' }])
  act(() => result.current.set('title', 'A'))
  expect(result.current.summary).toEqual([])
  act(() => result.current.submit(send)())
  expect(send).toHaveBeenCalledWith({ title: 'A', seats: '' })
})

test('what was kept before the form had a field has its first value there', () => {
  saveDraft('nobody', 'course:new', { title: 'A' })
  const { result } = open()
  expect(result.current.values).toEqual({ title: 'A', seats: '' })
  act(() => result.current.discard())
})

test('what was typed while it was saved stays, the rest is what the server has', () => {
  const { result } = open()
  act(() => result.current.set('title', ' A '))
  act(() => result.current.submit(() => undefined)())
  act(() => result.current.set('seats', '3'))
  act(() => expect(result.current.saved({ title: 'A', seats: '' })).toBe(false))
  expect(result.current.values).toEqual({ title: 'A', seats: '3' })
})

test('what was saved is no draft any more, and one that says nothing new is not called restored', () => {
  const { result, unmount } = open()
  act(() => result.current.set('title', 'A'))
  act(() => result.current.submit(() => undefined)())
  act(() => expect(result.current.saved({ title: 'A', seats: '2' })).toBe(true))
  expect(result.current.values).toEqual({ title: 'A', seats: '2' })
  unmount()
  expect(readDraft('nobody', 'course:new')).toBeNull()
  saveDraft('nobody', 'course:new', initial)
  expect(open().result.current.restoredFrom).toBeNull()
  saveDraft('nobody', 'course:new', { ...initial, title: 'B' }, '2026-11-12T10:00:00.000Z')
  expect(open().result.current.restoredFrom).toBe('2026-11-12T10:00:00.000Z')
})

test('sending does not load the page again', () => {
  const { result } = open()
  const event = { preventDefault: vi.fn<() => void>() }
  act(() => result.current.submit(() => undefined)(event as never))
  expect(event.preventDefault).toHaveBeenCalledOnce()
})

test('in a list, what was typed in an item stays, and the item has what the server gave it', () => {
  type Item = { key: string; id?: string; text: string }
  const { result } = renderHook(() => useForm<{ items: Item[] }>({ draft: null, initial: { items: [] } }))
  act(() =>
    result.current.set('items', [
      { key: 'a', text: 'A' },
      { key: 'b', text: 'B' },
    ]),
  )
  act(() => result.current.submit(() => undefined)())
  act(() =>
    result.current.change('items', (now) => [...now.map((item) => ({ ...item, text: `${item.text}!` })).slice(1), { key: 'c', text: 'C' }]),
  )
  act(
    () =>
      void result.current.saved({
        items: [
          { key: '1', id: '1', text: 'A' },
          { key: '2', id: '2', text: 'B' },
        ],
      }),
  )
  expect(result.current.values.items).toEqual([
    { key: 'b', id: '2', text: 'B!' },
    { key: 'c', text: 'C' },
  ])
})

const openList = () =>
  renderHook(() =>
    useForm({
      draft: null,
      initial: { title: '', questions: [{ text: '' }, { text: '' }] },
      nameItem: (path) => (path.startsWith('questions.') ? `Question ${Number(path.split('.')[1]) + 1}` : undefined),
    }),
  )

test('errors of items have their place in the list; changing one item keeps those of the others', () => {
  const { result } = openList()
  act(() => result.current.fail(invalid('/title', '/questions/0/text', '/questions/1/options/0')))
  expect(result.current.summary).toEqual([
    { message: 'At /title', fieldId: 'title' },
    { message: 'Question 1: at /questions/0/text', fieldId: 'questions.0.text' },
    { message: 'Question 2: at /questions/1/options/0', fieldId: 'questions.1.options' },
  ])
  expect(result.current.error('questions.1')).toBe('At /questions/1/options/0')
  expect(result.current.field('questions').error).toBe('At /questions/0/text')
  act(() => result.current.change('questions', (questions) => [...questions], 'questions.1'))
  expect([result.current.error('questions.1'), result.current.error('questions.0.text')]).toEqual([undefined, 'At /questions/0/text'])
  act(() => result.current.set('questions', []))
  expect([result.current.error('questions'), result.current.error('title')]).toEqual([undefined, 'At /title'])
})

test('why nothing was sent stays while typing, until the next attempt', () => {
  const { result } = renderHook(() => useForm<Values>({ draft: null, initial, kept: 'Your draft is kept.' }))
  const failure = { message: 'Not now Your draft is kept.', requestId: 'r1' }
  act(() => result.current.fail(new ApiProblem('unavailable', { status: 503, detail: 'Not now', instance: 'r1' })))
  act(() => result.current.set('title', 'A'))
  expect([result.current.failure, result.current.summary]).toEqual([failure, []])
  act(() => result.current.submit(() => undefined)())
  expect(result.current.failure).toBeNull()
})

test('starting again removes the errors', () => {
  const { result } = open()
  act(() => result.current.fail(invalid('/title', '/other')))
  act(() => result.current.discard())
  expect([result.current.failure, result.current.summary]).toEqual([null, []])
})

test('the first wrong field of the page is scrolled to and gets the focus, on each attempt', () => {
  document.body.innerHTML = '<input id="title" /><input id="seats" />'
  onTestFinished(() => document.body.replaceChildren())
  const scrolled: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id)
  })
  const { result } = renderHook(() =>
    useForm<Values>({
      draft: null,
      initial,
      check: ({ title }) => ({ seats: 'Enter the seats', title: title ? undefined : 'Enter a title' }),
    }),
  )
  act(() => result.current.submit(() => undefined)())
  expect(document.activeElement?.id).toBe('title')
  act(() => result.current.set('title', 'A'))
  act(() => result.current.submit(() => undefined)())
  expect(document.activeElement?.id).toBe('seats')
  act(() => result.current.fail(invalid('/title', '/seats')))
  expect(document.activeElement?.id).toBe('title')
  expect(scrolled).toEqual(['title', 'seats', 'title'])
})

/**
 * What shows an error and sends nothing: parts of a form, and fields that say what is wrong as soon as it is typed or chosen. The review
 * step of an import opens the first wrong row, whose field leads there.
 */
const fields = [
  '/src/features/assignments/assignment-editor.tsx',
  '/src/features/auth/password-field.tsx',
  '/src/features/courses/week-count-field.tsx',
  '/src/features/emails/audience-choice.tsx',
  '/src/features/files/image-field.tsx',
  '/src/features/files/recording-drop.tsx',
  '/src/features/media/media-file-fields.tsx',
  '/src/features/media/notes/note-box.tsx',
  '/src/features/media/notes/note-row.tsx',
  '/src/features/media/upload-where.tsx',
  '/src/features/questions/answer-field.tsx',
  '/src/features/questions/choice-editor.tsx',
  '/src/features/questions/file-field.tsx',
  '/src/features/sign-up-forms/sign-up-fields.tsx',
  '/src/features/submissions/grading-form.tsx',
  '/src/features/submissions/mark-fields.tsx',
  '/src/features/submissions/question-fields.tsx',
  '/src/features/users/import/review-step.tsx',
  '/src/features/users/people-field.tsx',
  '/src/ui/date-calendar.tsx',
  '/src/ui/date-time-field.tsx',
  '/src/ui/form-with-aside.tsx',
  '/src/ui/import/file-field.tsx',
  '/src/ui/time-zone-field.tsx',
]

/** Errors of a page or a call, which belong to no field. */
const failures = [
  '/src/features/auth/countdown.tsx',
  '/src/features/auth/email-change-screens.tsx',
  '/src/features/discussions/comment-item.tsx',
  '/src/features/discussions/discussion-list-screen.tsx',
  '/src/features/discussions/discussion-screen.tsx',
  '/src/features/marks/import/marks-import-screen.tsx',
  '/src/ui/query-boundary.tsx',
]

test('every form is sent by useForm or leads to its first wrong field with the same function', () => {
  const sources = import.meta.glob<string>('/src/{features,ui,app}/**/*.tsx', { query: '?raw', import: 'default', eager: true })
  const forms = Object.entries(sources).filter(
    ([path, source]) => /<(form|FormPage)\b|\berror=\{/.test(source) && !path.endsWith('.test.tsx'),
  )
  expect(forms.length).toBeGreaterThan(30)
  const others = forms.filter(([, source]) => !/useForm\b|Form<|focus(First|Field)\(/.test(source)).map(([path]) => path)
  expect(others.toSorted()).toEqual([...fields, ...failures].toSorted())
})

test.each([
  [['/title'], { title: 'At /title' }],
  [['/zoomOptions/seats', '/title/0'], { seats: 'At /zoomOptions/seats', title: 'At /title/0' }],
  [['/other'], { form: 'Some fields need attention' }],
  [['/title', '/other'], { title: 'At /title', form: 'Some fields need attention' }],
  [['/seats/1/options/0'], { 'seats.1.options': 'At /seats/1/options/0' }],
  [['?seats'], { seats: 'At ?seats' }],
  [[], { form: 'Some fields need attention' }],
])('pointers %o become %o', (pointers, errors) => {
  expect(toFieldErrors(invalid(...pointers), ['title', 'seats'])).toEqual(errors)
})
