/** My uploads that were not finished: those of this browser can be continued, those of others discarded. */
import { Section } from '#ui/row.tsx'
import { OtherDeviceRows, useOtherDeviceUploads } from './other-device-uploads.tsx'
import { UploadRow } from './upload-row.tsx'
import classes from './uploads.module.css'
import { useUploads } from './uploads/use-uploads.ts'

const title = 'Unfinished uploads'

export function UnfinishedUploads() {
  const here = useUploads(({ state }) => state !== 'done')
  const elsewhere = useOtherDeviceUploads()
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
      {elsewhere.length > 0 && <OtherDeviceRows uploads={elsewhere} />}
    </Section>
  )
}

/** For the page where videos are chosen: it shows the uploads of this browser already. */
export function UnfinishedOnOtherDevices() {
  const elsewhere = useOtherDeviceUploads()
  if (elsewhere.length === 0) return null
  return (
    <Section title={title} count={elsewhere.length}>
      <OtherDeviceRows uploads={elsewhere} />
    </Section>
  )
}
