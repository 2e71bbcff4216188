/** A field for formatted text. The editor itself is large and has its own chunk; its label and space are rendered from the start. */

import { Input } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { RichTextEditorProps } from './rich-text-props.ts'
import classes from './rich-text-input.module.css'

const Writing = lazy(() => import('./rich-text-input.tsx').then(({ RichTextInput: RichTextWriting }) => ({ default: RichTextWriting })))

/** The words of each paragraph or list item, to estimate its height. */
const splitWords = (html: string): string[] =>
  html.split(/<\/(?:p|li|h2|h3|pre)>/).flatMap((part) => part.replace(/<[^>]*>/g, '').trim() || [])

/** The placeholder while it is loading. */
export const RichTextPlace = ({ label, help, value, isRequired = false, minHeight = 120 }: RichTextEditorProps) => (
  <div>
    <Input.Label component="div" data-required={isRequired || undefined}>
      {label}
    </Input.Label>
    {help && <Input.Description>{help}</Input.Description>}
    <div className={classes.root} aria-hidden>
      <div className={classes.tools} />
      <div className={classes.content}>
        <div className={classes.words} style={{ minHeight }}>
          {splitWords(value).map((words, index) => (
            <p key={index}>{words}</p>
          ))}
        </div>
      </div>
    </div>
  </div>
)

export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<RichTextPlace {...props} />}>
      <Writing {...props} />
    </Suspense>
  )
}
