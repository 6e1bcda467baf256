/** Said of a file of more than `maxBytes`, before it is sent and when it has been. */
export function tooLargeSentence(maxBytes: number): string {
  return `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Choose a smaller one.`
}
