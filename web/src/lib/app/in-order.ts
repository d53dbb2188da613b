/** Wraps a question whose answers may overtake each other. An answer or failure that comes after that of a later call is undefined. */
export function inOrder<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let asked = 0;
  let answered = 0;
  return async () => {
    const no = ++asked;
    const isLate = (): boolean => {
      if (no < answered) return true;
      answered = no;
      return false;
    };
    try {
      const answer = await ask();
      return isLate() ? undefined : answer;
    } catch (error) {
      if (isLate()) return undefined;
      throw error;
    }
  };
}
