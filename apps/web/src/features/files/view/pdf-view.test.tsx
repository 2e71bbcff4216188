/** A PDF on the page: only the pages that are near are drawn, and what cannot be opened is reported. */

import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#test/render.tsx'
import { FileView } from './file-view.tsx'
import { PdfView } from './pdf-view.tsx'

const pdfjs = vi.hoisted(() => ({
  getDocument: vi.fn<(options: { url: string }) => { promise: Promise<unknown>; destroy: () => Promise<void> }>(),
  render: vi.fn<(options: object) => { promise: Promise<void>; cancel: () => void }>(),
}))
// jsdom has neither the worker of pdf.js nor canvases; e2e/uploaded-files.spec.ts draws a real file.
vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({
  getDocument: pdfjs.getDocument,
  GlobalWorkerOptions: {},
  version: '1',
  TextLayer: class {
    constructor({ container }: { container: HTMLElement }) {
      container.textContent = 'Words of the page'
    }
    render = () => Promise.resolve()
  },
}))

let see = async (_page: number, _isNear: boolean): Promise<void> => undefined
const destroy = vi.fn<() => Promise<void>>()
const cancel = vi.fn<() => void>()

beforeEach(() => {
  const seen: ((entries: { isIntersecting: boolean }[]) => void)[] = []
  see = async (page, isNear) => {
    // An effect observes them, which comes after what is found on the page.
    const callback = await vi.waitUntil(() => seen[page - 1], { timeout: 20_000 })
    act(() => callback([{ isIntersecting: isNear }]))
  }
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        seen.push(callback)
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #callback: (entries: { contentRect: { width: number } }[]) => void
      constructor(callback: (entries: { contentRect: { width: number } }[]) => void) {
        this.#callback = callback
      }
      observe = () => this.#callback([{ contentRect: { width: 600 } }])
      disconnect = () => undefined
    },
  )
  destroy.mockReset().mockResolvedValue()
  cancel.mockReset()
  pdfjs.render.mockReset().mockReturnValue({ promise: Promise.resolve(), cancel })
})

/** Its rejection is handled later, as that of pdf.js. */
function failing(): Promise<never> {
  const failed = Promise.reject(new Error('not a PDF'))
  failed.catch(() => undefined)
  return failed
}

/** Pages of 300 by 400 points; the second one lies on its side. */
function given({ fails = false } = {}) {
  const getPage = async (number: number) => ({
    getViewport: ({ scale }: { scale: number }) => ({
      width: (number === 2 ? 400 : 300) * scale,
      height: (number === 2 ? 300 : 400) * scale,
    }),
    render: pdfjs.render,
    streamTextContent: () => undefined,
  })
  pdfjs.getDocument.mockReset().mockReturnValue({
    promise: fails ? failing() : Promise.resolve({ numPages: 3, getPage }),
    destroy,
  })
}
function open(facts: Parameters<typeof given>[0] = {}) {
  given(facts)
  const onError = vi.fn<() => void>()
  return { onError, ...renderAt(<PdfView url="/files/essay" name="essay.pdf" onError={onError} />) }
}
const page = (number: number) => screen.findByRole('region', { name: `Page ${number} of 3` })
const heightOf = (element: HTMLElement) => (element.firstElementChild as HTMLElement).style.height

test('a page is drawn when it comes near, with its words over it, and gives back its memory when it is far', async () => {
  const { unmount } = open()
  const [first, second] = [await page(1), await page(2)]
  await waitFor(() => expect(heightOf(first)).toBe('800px'))
  expect(pdfjs.getDocument.mock.calls).toMatchObject([[{ url: '/files/essay', disableAutoFetch: true, useWasm: false }]])
  expect([heightOf(second), document.querySelectorAll('canvas').length]).toEqual(['800px', 0])
  await see(2, true)
  await waitFor(() => expect(second.querySelectorAll('canvas')).toHaveLength(1))
  expect(second.textContent).toBe('Words of the page')
  expect(heightOf(second)).toBe('450px')
  expect(first.querySelector('canvas')).toBeNull()
  await see(2, false)
  await waitFor(() => expect(second.querySelector('canvas')).toBeNull())
  expect(cancel).toHaveBeenCalledOnce()
  unmount()
  expect(destroy).toHaveBeenCalledOnce()
})

test('a page that cannot be drawn stays empty, and the others are shown', async () => {
  const { onError } = open()
  pdfjs.render.mockReturnValueOnce({ promise: failing(), cancel })
  await page(1)
  await see(1, true)
  await waitFor(() => expect(pdfjs.render).toHaveBeenCalledOnce())
  await see(3, true)
  const third = await page(3)
  await waitFor(() => expect(third.querySelector('canvas')).not.toBeNull())
  expect((await page(1)).querySelector('canvas')).toBeNull()
  expect(onError).not.toHaveBeenCalled()
})

test('a file that cannot be opened is reported, unless it was left', async () => {
  const { onError } = open({ fails: true })
  await waitFor(() => expect(onError).toHaveBeenCalledOnce())
  const left = open({ fails: true })
  left.unmount()
  await act(async () => undefined)
  expect(left.onError).not.toHaveBeenCalled()
})

test('a submitted PDF is opened when it comes near; one that is broken can be downloaded', async () => {
  given({ fails: true })
  const file = { key: 'document/1.pdf', name: 'essay.pdf', type: 'application/pdf', size: 100, url: '/files/essay' }
  renderAt(<FileView file={file} name="essay.pdf" />)
  expect(pdfjs.getDocument).not.toHaveBeenCalled()
  await see(1, true)
  expect(await screen.findByText('This file cannot be shown here. Download it to open it.')).toBeDefined()
})
