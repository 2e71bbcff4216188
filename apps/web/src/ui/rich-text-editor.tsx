/** A field for formatted text. The editor itself is heavy and arrives in its own chunk; the label stands from the start. */
import { lazy, Suspense } from 'react'
import { SkeletonBox } from './skeleton.tsx'

export type RichTextEditorProps = {
  label: string
  /** HTML; an empty string for no text. */
  value: string
  onChange: (html: string) => void
  id?: string
  help?: string | undefined
  error?: string | undefined
  minHeight?: number
  isRequired?: boolean
  placeholder?: string
}

const Writing = lazy(() => import('./rich-text-writing.tsx').then(({ RichTextWriting }) => ({ default: RichTextWriting })))

export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<SkeletonBox height={(props.minHeight ?? 120) + 72} />}>
      <Writing {...props} />
    </Suspense>
  )
}
