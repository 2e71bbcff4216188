/** A PDF drawn by pdf.js, page by page as it is scrolled to: on canvases, with its text over them to be read aloud, selected and copied. */

import { Stack } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState, type RefObject } from 'react'
import shared from './file-view.module.css'
import classes from './pdf-view.module.css'

/** The path used by build/pdf-files.ts. */
const pdfjsPath = `/assets/pdfjs-${version}/`
GlobalWorkerOptions.workerSrc = `${pdfjsPath}pdf.worker.min.mjs`

/** Maximum pixels of a page or an image in it: a few kilobytes can decompress to gigabytes. */
const mostPixels = 40_000_000
/** Bytes per request. */
const rangeChunkSize = 1024 * 1024

/** Only fetches what visible pages need. Our content security policy allows no WebAssembly. */
const openPdf = (url: string) =>
  getDocument({
    url,
    wasmUrl: pdfjsPath,
    useWasm: false,
    rangeChunkSize,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: mostPixels,
    verbosity: 0,
  })

async function drawPage(page: PDFPageProxy, place: HTMLElement, width: number, signal: AbortSignal): Promise<void> {
  const scale = width / page.getViewport({ scale: 1 }).width
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  const density = Math.min(devicePixelRatio, 2, Math.sqrt(mostPixels / (viewport.width * viewport.height)))
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  signal.addEventListener('abort', () => drawing.cancel())
  const words = document.createElement('div')
  words.className = classes.words!
  words.style.setProperty('--total-scale-factor', String(scale))
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport })
  await Promise.all([drawing.promise, text.render()])
  if (!signal.aborted) place.replaceChildren(canvas, words)
}

type PageProps = { pdf: PDFDocumentProxy; number: number; width: number; box: RefObject<HTMLElement | null>; firstRatio: number }

function PdfPage({ pdf, number, width, box, firstRatio }: PageProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [ratio, setRatio] = useState(firstRatio)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: box.current,
      rootMargin: '50%',
    })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [box])
  useEffect(() => {
    if (!isNear || width === 0) return undefined
    const left = new AbortController()
    const element = place.current!
    const show = async (): Promise<void> => {
      const page = await pdf.getPage(number)
      const { width: w, height: h } = page.getViewport({ scale: 1 })
      setRatio(h / w)
      if (!left.signal.aborted) await drawPage(page, element, width, left.signal)
    }
    // A page that cannot be drawn stays empty; the others do not suffer.
    show().catch(() => undefined)
    return () => {
      left.abort()
      // Canvases of invisible pages take memory.
      element.replaceChildren()
    }
  }, [pdf, number, width, isNear])
  return (
    <section aria-label={`Page ${number} of ${pdf.numPages}`}>
      <div ref={place} className={classes.page} style={{ height: Math.round(width * ratio) }} />
    </section>
  )
}

type Opened = { pdf: PDFDocumentProxy; ratio: number }
type Props = { url: string; name: string; onError: () => void }

export function PdfView({ url, name, onError }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { ref, width } = useElementSize<HTMLDivElement>()
  useEffect(() => {
    const task = openPdf(url)
    let isLeft = false
    const load = async (): Promise<void> => {
      const pdf = await task.promise
      const { width: w, height: h } = (await pdf.getPage(1)).getViewport({ scale: 1 })
      if (!isLeft) setOpened({ pdf, ratio: h / w })
    }
    load().catch(() => isLeft || onError())
    return () => {
      isLeft = true
      void task.destroy()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new URL of the same file must not reload it
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard (WCAG 2.1.1)
    <div ref={box} role="region" aria-label={name} tabIndex={0} className={shared.pdf}>
      <Stack ref={ref} gap={12} m={12}>
        {opened &&
          Array.from({ length: opened.pdf.numPages }, (_, at) => (
            <PdfPage key={at} pdf={opened.pdf} number={at + 1} width={Math.floor(width)} box={box} firstRatio={opened.ratio} />
          ))}
      </Stack>
    </div>
  )
}
