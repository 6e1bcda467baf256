/**
 * A comment in the text of a statement that is never prepared, because which plan is good depends on its values: how many
 * rows have a word in them, say. A prepared one would have the same plan for all after a few times.
 */
export const plannedByValues = '/* planned by its values */'
