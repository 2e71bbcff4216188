/** Says aloud when an upload has come a quarter further or has failed, and nothing else. */
import { useEffect, useRef, useState } from 'react'
import { getAnnouncement } from './upload-format.ts'
import classes from './uploads.module.css'
import type { Upload } from './uploads/types.ts'

export function UploadNews({ uploads }: { uploads: readonly Upload[] }) {
  const said = useRef(new Map<string, string>())
  const [words, setWords] = useState('')
  useEffect(() => {
    for (const upload of uploads) {
      const now = getAnnouncement(upload)
      if (now === '' || said.current.get(upload.id) === now) continue
      said.current.set(upload.id, now)
      setWords(now)
    }
  }, [uploads])
  return (
    <div role="status" className={classes.spoken}>
      {words}
    </div>
  )
}
