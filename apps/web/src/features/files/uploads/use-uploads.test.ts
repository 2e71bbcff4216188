/** The uploads of a tab: they hold it open only while bytes are sent, follow its user, and go on when the connection is back. */

import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSession } from '#lib/session.ts'
import { signInAs } from '#test/fake-api.ts'
import { makeUpload, showUploads } from '#test/upload-page.ts'
import type { Upload } from './types.ts'
import { useUploadsStarted } from './upload-store.ts'
import { uploads, useUploads } from './use-uploads.ts'

const isLeavingStopped = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test.each<[Upload['state'], boolean]>([
  ['moving', true],
  ['finishing', true],
  ['waiting', false],
  ['offline', false],
  ['paused', false],
  ['needs-file', false],
  ['failed', false],
  ['done', false],
])('while an upload is %s, leaving the page asks first: %s', (state, isAsked) => {
  showUploads([makeUpload({ state: 'done' }), makeUpload({ id: 'two', state })])
  expect(isLeavingStopped()).toBe(isAsked)
  act(() => uploads.store.setState({ uploads: [makeUpload({ state: 'done' })] }))
  expect(isLeavingStopped()).toBe(false)
})

test('the first upload has the shell show them', () => {
  expect(useUploadsStarted.getState().isStarted).toBe(false)
  showUploads([makeUpload()])
  expect(useUploadsStarted.getState().isStarted).toBe(true)
})

test('only those of the signed-in user are shown; the next user of the tab sees none of them', () => {
  signInAs('TRAINER')
  showUploads([makeUpload({ state: 'paused' }), makeUpload({ id: 'two', ownerId: 'other', state: 'paused' })])
  const { result } = renderHook(() => useUploads())
  expect(result.current.map(({ id }) => id)).toEqual(['upload-1'])
  act(() => useSession.getState().signOut('person'))
  expect(result.current).toEqual([])
  act(() => useSession.getState().setAuth('token', { id: 'other', name: 'Bo', email: 'b@b.example', role: 'TRAINER', profileImage: null }))
  expect(result.current.map(({ id }) => id)).toEqual(['two'])
})

test('what failed without a connection goes on when it is back', () => {
  const retry = vi.spyOn(uploads, 'retryFailed').mockReturnValue()
  window.dispatchEvent(new Event('online'))
  expect(retry).toHaveBeenCalledOnce()
})
