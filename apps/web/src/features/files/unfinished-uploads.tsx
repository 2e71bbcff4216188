/** One's own uploads that never became a file: those of this browser can be continued, those of others discarded. */
import { Section } from '#ui/row.tsx'
import { ElsewhereRows, useElsewhere } from './elsewhere-uploads.tsx'
import { UploadRow } from './upload-row.tsx'
import classes from './unfinished-uploads.module.css'
import { useUploads } from './uploads/use-uploads.ts'

const title = 'Unfinished uploads'

export function UnfinishedUploads() {
  const here = useUploads(({ state }) => state !== 'done')
  const elsewhere = useElsewhere()
  if (here.length + elsewhere.length === 0) return null
  return (
    <Section title={title} count={here.length + elsewhere.length}>
      {here.length > 0 && (
        <ul className={classes.here}>
          {here.map((upload) => (
            <li key={upload.id}>
              <UploadRow upload={upload} isBoxed />
            </li>
          ))}
        </ul>
      )}
      {elsewhere.length > 0 && <ElsewhereRows uploads={elsewhere} />}
    </Section>
  )
}

/** Where recordings are chosen: what this browser has begun stands there already. */
export function UnfinishedElsewhere() {
  const elsewhere = useElsewhere()
  if (elsewhere.length === 0) return null
  return (
    <Section title={title} count={elsewhere.length}>
      <ElsewhereRows uploads={elsewhere} />
    </Section>
  )
}
