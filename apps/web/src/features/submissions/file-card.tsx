/** A file that was handed in: its name and size, a way to open it, and pictures and recordings at once. */
import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { Submission } from '@lms/contract/submissions'
import { fileSize } from '#lib/file-size.ts'
import classes from './file-card.module.css'

type AnswerFile = Submission['files'][number]

const kinds: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'text/plain': 'Text',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
}

const kindOf = ({ type }: AnswerFile): string =>
  kinds[type] ?? (type.split('/')[0] === 'image' ? 'Picture' : (type.split('/').at(-1) ?? '').toUpperCase())

/** Files that were sent without a name carry the key's own, which tells nobody anything. */
export const fileName = ({ name, type }: Pick<AnswerFile, 'name' | 'type'>, number: number): string =>
  /^[0-9a-f]{8}-[0-9a-f-]{27}\./.test(name) ? `File ${number}.${name.split('.').at(-1) ?? type}` : name

export const fileMeta = (file: AnswerFile): string => [kindOf(file), file.size > 0 && fileSize(file.size)].filter(Boolean).join(', ')

function Preview({ file, name }: { file: AnswerFile; name: string }) {
  const [kind] = file.type.split('/')
  if (kind === 'image') return <img src={file.url} alt={`Submitted: ${name}`} loading="lazy" className={classes.picture} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a student's recording has none, and the grader has to hear it
  if (kind === 'video') return <video src={file.url} controls preload="metadata" className={classes.picture} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a student hands in has none
  return kind === 'audio' ? <audio src={file.url} controls preload="metadata" className={classes.sound} /> : null
}

export function FileCard({ file, number }: { file: AnswerFile; number: number }) {
  const name = fileName(file, number)
  return (
    <div className={classes.place}>
      <div className={classes.card}>
        <IconFileText size={18} stroke={1.75} aria-hidden />
        <div className={classes.words}>
          <p className={classes.name}>{name}</p>
          <p className={classes.meta}>{fileMeta(file)}</p>
        </div>
        <Button
          variant="default"
          size="sm"
          component="a"
          href={file.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open ${name}`}
        >
          Open
        </Button>
      </div>
      <Preview file={file} name={name} />
    </div>
  )
}
