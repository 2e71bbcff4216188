/** A text file as text, source code with line numbers. It is never parsed as anything else. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import classes from './file-view.module.css'

/** Bytes: more would make the page slow. */
export const longestText = 1024 * 1024

/** The text of a file: UTF-8, UTF-16 with its mark, or what older programs on Windows write. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const decode = (encoding: string, fatal = false): string => new TextDecoder(encoding, { fatal }).decode(bytes).replaceAll('\r\n', '\n')
  if (first === 0xff && second === 0xfe) return decode('utf-16le')
  if (first === 0xfe && second === 0xff) return decode('utf-16be')
  try {
    return decode('utf-8', true)
  } catch {
    return decode('windows-1252')
  }
}

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`The file was not sent: ${response.status}.`)
  return decodeText(new Uint8Array(await response.arrayBuffer()))
}

type Props = { fileKey: string; url: string; name: string; isSource: boolean; onError: () => void }

export function TextView({ fileKey, url, name, isSource, onError }: Props) {
  // The bytes of a key never change; its address does.
  const text = useQuery({ queryKey: ['file-text', fileKey], queryFn: ({ signal }) => readText(url, signal), staleTime: Infinity })
  useEffect(() => {
    if (text.isError) onError()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller makes a new function on each render
  }, [text.isError])
  if (text.data === undefined) return <div className={classes.waitingText} />
  const numbers = isSource && Array.from({ length: text.data.split('\n').length }, (_, at) => at + 1).join('\n')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard (WCAG 2.1.1)
    <div role="region" aria-label={name} tabIndex={0} className={`${classes.text} ${isSource ? classes.source : ''}`}>
      {numbers && (
        <pre aria-hidden className={classes.numbers}>
          {numbers}
        </pre>
      )}
      <pre>{text.data}</pre>
    </div>
  )
}
