class News {
  /** What those who hear the page are told next. */
  text = $state('');

  /** Tells something that happened. The same words twice are told twice. */
  tell(text: string): void {
    this.text = this.text === text ? `${text}\u00a0` : text;
  }
}

/** The live region's text. */
export const news = new News();
