/** How the file was read, so that a wrong column or a wrong encoding is seen before anybody is added. */
import type { Reply } from './send-file.ts'
import classes from './detected-line.module.css'

export function DetectedLine({ detected: { nameColumn, emailColumn, samples } }: { detected: Reply['detected'] }) {
  return (
    <p className={classes.line}>
      {nameColumn === null ? (
        'No column of names was found: only people who are here already can be enrolled. '
      ) : (
        <>
          Names from <b>{nameColumn}</b>, addresses from <b>{emailColumn}</b>.{' '}
        </>
      )}
      {samples.length > 0 && <>The first names read: {samples.join(', ')}.</>}
    </p>
  )
}
