/** The field for a post. The editor is heavy and comes when it is needed; its place is there from the start. */
import { Input } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from './post-editor.module.css'
import type { PostInputProps } from './post-input.tsx'

const LazyInput = lazy(() => import('./post-input.tsx').then(({ PostInput }) => ({ default: PostInput })))

export function PostEditor(props: PostInputProps) {
  const { label, layout, minHeight = 120 } = props
  const place =
    layout === 'dock' ? (
      <div style={{ minHeight: minHeight + 48 }} />
    ) : (
      <div>
        <Input.Label component="div">{label}</Input.Label>
        <div className={classes.place} style={{ minHeight: minHeight + 70 }} />
      </div>
    )
  return (
    <Suspense fallback={place}>
      <LazyInput {...props} />
    </Suspense>
  )
}
