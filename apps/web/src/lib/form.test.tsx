/** Forms: errors at their fields, typing that is never lost. */
import { ApiProblem } from '@lms/contract/client'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { saveDraft } from './drafts.ts'
import { toFieldErrors, useForm } from './form.ts'

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
  act(() => result.current.clear())
})

test('what was typed while it was saved stays, the rest is what the server has', () => {
  const { result } = open()
  act(() => result.current.set('title', ' A '))
  const sent = result.current.values
  act(() => result.current.set('seats', '3'))
  act(() => result.current.saved(sent, { title: 'A', seats: '' }))
  expect(result.current.values).toEqual({ title: 'A', seats: '3' })
})

test.each([
  [['/title'], { title: 'At /title' }],
  [['/zoomOptions/seats', '/title/0'], { seats: 'At /zoomOptions/seats', title: 'At /title/0' }],
  [['/other'], { form: 'Some fields need attention' }],
  [['/title', '/other'], { title: 'At /title', form: 'Some fields need attention' }],
  [[], { form: 'Some fields need attention' }],
])('pointers %o become %o', (pointers, errors) => {
  expect(toFieldErrors(invalid(...pointers), ['title', 'seats'])).toEqual(errors)
})
