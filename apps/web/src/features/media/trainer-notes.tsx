/** What the trainer wrote to a medium, and the files that belong to it. */
import type { Media } from '@lms/contract/media'
import { IconPaperclip } from '@tabler/icons-react'
import { RichText } from '#ui/rich-text.tsx'
import classes from './trainer-notes.module.css'

export const hasNotes = ({ notes, attachments }: Media): boolean => notes.trim() !== '' || attachments.length > 0

export function TrainerNotes({ media: { notes, attachments } }: { media: Media }) {
  return (
    <div className={classes.notes}>
      {notes.trim() !== '' && <RichText html={notes} />}
      {attachments.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {attachments.map(({ key, name, url }) => (
            <li key={key}>
              <a href={url} target="_blank" rel="noopener noreferrer" className={classes.file}>
                <IconPaperclip size={16} stroke={1.75} aria-hidden />
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
