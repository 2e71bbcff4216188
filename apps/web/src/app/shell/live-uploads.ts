/** Whether files are on their way, without loading what uploads need for those who never upload. */

type Asked = () => boolean

let answer: Asked = () => false

/** Told once, by what shows the uploads. */
export const tellLiveUploads = (asked: Asked): void => {
  answer = asked
}

export const hasLiveUploads: Asked = () => answer()
