/** One's own uploads that never became a file: those of this browser can go on, those of others go on with the same file, or are given up. */
import { Section } from '#ui/row.tsx'
import { ElsewhereRows, useElsewhere } from './elsewhere-uploads.tsx'
import { UploadRow } from './upload-row.tsx'
import classes from './unfinished-uploads.module.css'
import { useUploads } from './uploads/the-uploads.ts'

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
      {elsewhere.length > 0 && (
        <ElsewhereRows uploads={elsewhere} how="To go on here, choose the same file in the week where it belongs." />
      )}
    </Section>
  )
}

/** Where recordings are chosen: what this browser has begun stands there already. */
export function UnfinishedElsewhere() {
  const elsewhere = useElsewhere()
  if (elsewhere.length === 0) return null
  return (
    <Section title={title} count={elsewhere.length}>
      <ElsewhereRows uploads={elsewhere} how="Choose the same file above, and it goes on where it stopped." />
    </Section>
  )
}
