/** An uploaded file, shown in its place on the page. Nothing of it is framed or run: what cannot be shown is to be downloaded. */
import { fileTypes, sourceType } from '@lms/contract/file-types'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import classes from './file-view.module.css'
import { longestText, TextView } from './text-view.tsx'

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }))

export type ViewedFile = { key: string; name: string; type: string; /** Bytes. */ size: number; url: string }

const Note = ({ children }: { children: ReactNode }) => <p className={classes.note}>{children}</p>

/** Renders its content once it comes near the visible part of the page: files are large, and some are in closed sections. */
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
  if (kind === 'image') return <img src={url} alt={`Submitted: ${name}`} loading="lazy" className={classes.picture} onError={onError} />
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
