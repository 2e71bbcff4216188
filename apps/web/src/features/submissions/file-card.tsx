/** A file that was submitted: its name and size, a way to open or save it, and the file itself where it can be shown. */
import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { sourceType } from '@lms/contract/file-types'
import type { Submission } from '@lms/contract/submissions'
import { fileSize } from '#lib/file-size.ts'
import { FileView } from '#features/files/index.ts'
import classes from './file-card.module.css'

type AnswerFile = Submission['files'][number]

const typeNames: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'text/plain': 'Text',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
}

const getTypeName = ({ type, name }: AnswerFile): string =>
  (type === sourceType ? (name.split('.').at(-1) ?? '').toUpperCase() : typeNames[type]) ??
  (type.split('/')[0] === 'image' ? 'Picture' : (type.split('/').at(-1) ?? '').toUpperCase())

/** Files that were sent without a name have the name of the key, which means nothing to people. */
export const fileName = ({ name, type }: Pick<AnswerFile, 'name' | 'type'>, number: number): string =>
  /^[0-9a-f]{8}-[0-9a-f-]{27}\./.test(name) ? `File ${number}.${name.split('.').at(-1) ?? type}` : name

export const fileMeta = (file: AnswerFile): string => [getTypeName(file), file.size > 0 && fileSize(file.size)].filter(Boolean).join(', ')

export function FileCard({ file, number }: { file: AnswerFile; number: number }) {
  const name = fileName(file, number)
  // Everything else is saved by the browser, never opened as a page.
  const action = /^(image|video|audio)\//.test(file.type) ? 'Open' : 'Download'
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
          aria-label={`${action} ${name}`}
        >
          {action}
        </Button>
      </div>
      <FileView file={file} name={name} />
    </div>
  )
}
