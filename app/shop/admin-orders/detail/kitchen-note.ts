/** The most characters of a note for the kitchen. */
export const longestNote = 500
