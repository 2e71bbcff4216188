/** An uploaded file, shown on the page. Nothing is framed or executed: other files can be downloaded. */

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { fileTypes, sourceType } from '@lms/contract/file-types'
import { isolate } from '@lms/contract/rules/direction'
import { decodeText } from '@lms/contract/rules/text-encoding'
import classes from './file-view.module.css'

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }))

export type ViewedFile = { key: string; name: string; type: string; /** Bytes. */ size: number; url: string }

const Note = ({ children }: { children: ReactNode }) => <Text variant="meta">{children}</Text>

/** Renders its content once it is near the viewport: files are large, and some are in closed sections. */
function WhenNear({ waiting = classes.waitingText, children }: { waiting?: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '300px' })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  return <div ref={place}>{isNear ? children : <div className={waiting} />}</div>
}

export function FileView({ file, name }: { file: ViewedFile; name: string }) {
  const { key, type, size, url } = file
  const [brokenKey, setBrokenKey] = useState<string | null>(null)
  const kind = fileTypes[type]?.kind
  const onError = (): void => setBrokenKey(key)
  if (brokenKey === key) return <Note>This file cannot be shown here. Download it to open it.</Note>
  if (kind === 'image')
    return <img src={url} alt={`Submitted: ${isolate(name)}`} loading="lazy" className={classes.picture} onError={onError} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a student's recording has none, and the grader has to hear it
  if (kind === 'video') return <video src={url} controls preload="metadata" className={classes.picture} onError={onError} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a student's recording has none, and the grader has to hear it
  if (kind === 'audio') return <audio src={url} controls preload="metadata" className={classes.sound} onError={onError} />
  if (type === 'application/pdf')
    return (
      <WhenNear waiting={classes.waiting}>
        <Suspense fallback={<div className={classes.waiting} />}>
          <PdfView key={key} url={url} name={name} onError={onError} />
        </Suspense>
      </WhenNear>
    )
  if (type !== 'text/plain' && type !== sourceType) return null
  if (size > longestText) return <Note>Too long to be shown here. Download it to read it.</Note>
  return (
    <WhenNear>
      <TextView key={key} fileKey={key} url={url} name={name} isSource={type === sourceType} onError={onError} />
    </WhenNear>
  )
}

/** Bytes: more would make the page slow. */
const longestText = 1024 * 1024

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`The file was not sent: ${response.status}.`)
  return decodeText(new Uint8Array(await response.arrayBuffer())).replaceAll('\r\n', '\n')
}

type Props = { fileKey: string; url: string; name: string; isSource: boolean; onError: () => void }

function TextView({ fileKey, url, name, isSource, onError }: Props) {
  // The content of a key never changes; its URL does.
  const text = useQuery({ queryKey: ['file-text', fileKey], queryFn: ({ signal }) => readText(url, signal), staleTime: Infinity })
  useEffect(() => {
    if (text.isError) onError()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller makes a new function on each render
  }, [text.isError])
  if (text.data === undefined) return <div className={classes.waitingText} />
  const numbers = isSource && Array.from({ length: text.data.split('\n').length }, (_, at) => at + 1).join('\n')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard (WCAG 2.1.1)
    <div role="region" aria-label={name} tabIndex={0} className={`${classes.text} ${isSource ? classes.source : ''}`}>
      {numbers && (
        <pre aria-hidden className={classes.numbers}>
          {numbers}
        </pre>
      )}
      <pre>{text.data}</pre>
    </div>
  )
}
