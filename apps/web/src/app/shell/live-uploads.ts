/** Whether files are on their way, without loading what uploads need for those who never upload. */

type Check = () => boolean

let checkUploads: Check = () => false

/** Set by the component that shows the uploads. */
export const setLiveUploadsCheck = (check: Check): void => {
  checkUploads = check
}

export const hasLiveUploads: Check = () => checkUploads()
