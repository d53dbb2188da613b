/** Copies a text and returns whether it worked. Without a secure context it falls back to execCommand. */
export async function copy(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    // Deprecated, but the only way without a secure context.
    return document.execCommand('copy');
  }
}
