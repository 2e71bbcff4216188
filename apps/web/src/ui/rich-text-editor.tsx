/** A field for formatted text. The editor itself is heavy and arrives in its own chunk; the label stands from the start. */
import { lazy, Suspense } from 'react'
import type { RichTextEditorProps } from './rich-text-writing.tsx'
import { SkeletonBox } from './skeleton.tsx'

const Writing = lazy(() => import('./rich-text-writing.tsx').then(({ RichTextWriting }) => ({ default: RichTextWriting })))

export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<SkeletonBox height={(props.minHeight ?? 120) + 72} />}>
      <Writing {...props} />
    </Suspense>
  )
}
