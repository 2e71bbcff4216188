/** Another encoding or delimiter for a file of text that was not read right. */
import type { ImportDelimiter, ImportEncoding } from '@lms/contract/users'
import { NativeSelect } from '@mantine/core'
import classes from './import.module.css'
import type { ParseOptions } from './upload-import.ts'
import { delimiterLabels, encodingLabels } from './labels.ts'

type ChoiceProps<T extends string> = {
  label: string
  words: Record<T, string>
  value: T | null
  /** What was found without a choice. */
  found: T | null
  onChange: (value: T | null) => void
}

function Choice<T extends string>({ label, words, value, found, onChange }: ChoiceProps<T>) {
  const known = Object.keys(words).filter((key): key is T => key in words)
  return (
    <NativeSelect
      label={label}
      data={[
        { value: '', label: value === null && found ? `Automatic: ${words[found]}` : 'Automatic' },
        ...known.map((key) => ({ value: key, label: words[key] })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(known.find((key) => key === currentTarget.value) ?? null)}
    />
  )
}

type Props = {
  wish: ParseOptions
  found?: { encoding: ImportEncoding | null; delimiter: ImportDelimiter | null } | undefined
  onChange: (wish: ParseOptions) => void
}

export function FormatPicker({ wish, found, onChange }: Props) {
  return (
    <div className={classes.choice} role="group" aria-label="How the file is read">
      <Choice
        label="Encoding"
        words={encodingLabels}
        value={wish.encoding}
        found={found?.encoding ?? null}
        onChange={(encoding) => onChange({ ...wish, encoding })}
      />
      <Choice
        label="Between the columns"
        words={delimiterLabels}
        value={wish.delimiter}
        found={found?.delimiter ?? null}
        onChange={(delimiter) => onChange({ ...wish, delimiter })}
      />
    </div>
  )
}
