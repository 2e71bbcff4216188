/** The files next to a recording on its form: added, rejected, cancelled, removed. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { AttachmentsField } from './media-file-fields.tsx'
import type { AttachmentValue } from './media-values.ts'

type Upload = NonNullable<Parameters<typeof AttachmentsField>[0]['upload']>

function show(upload: Upload, before: readonly AttachmentValue[] = []) {
  let latest: readonly AttachmentValue[] = before
  function Host() {
    const [value, setValue] = useState(before)
    useEffect(() => {
      latest = value
    }, [value])
    return <AttachmentsField value={value} onChange={setValue} upload={upload} />
  }
  const { container } = renderAt(<Host />)
  const choose = (...names: string[]) =>
    userEvent.upload(
      container.querySelector<HTMLInputElement>('input[type=file]')!,
      names.map((name) => new File(['x'], name)),
      { applyAccept: false },
    )
  return { choose, names: () => latest.map(({ name }) => name) }
}

test('several files are added, each on its own; rejected and failed ones are reported', async () => {
  const upload: Upload = async ({ name }) => (name === 'b.pdf' ? Promise.reject(new Error('cut')) : { key: `key of ${name}` })
  const { choose, names } = show(upload, [{ key: 'k', name: 'slides.pdf' }])
  await choose('a.pdf', 'b.pdf', 'c.exe', 'd.pdf')
  await waitFor(() => expect(names()).toEqual(['slides.pdf', 'a.pdf', 'd.pdf']))
  expect(screen.getByText(/^b\.pdf was not uploaded\./)).toBeDefined()
  expect(screen.getByText('c.exe is of a type that is not accepted.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Remove slides.pdf' }))
  expect(names()).toEqual(['a.pdf', 'd.pdf'])
})

test('an upload can be cancelled', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const upload: Upload = (_, options) =>
    new Promise((_resolve, reject) => {
      signals.push(options?.signal)
      options?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  const { choose, names } = show(upload)
  await choose('long.pdf', 'next.pdf')
  expect(await screen.findByRole('progressbar', { name: 'Uploading long.pdf' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel next.pdf' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel long.pdf' }))
  expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  await waitFor(() => expect(screen.queryByText(/\.pdf/)).toBeNull())
  expect(names()).toEqual([])
})
