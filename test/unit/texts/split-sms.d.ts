/** The part of split-sms 0.1.7 that the parts test uses; the package has no types. */
declare module 'split-sms' {
  const splitSms: {
    split(
      message: string,
      options?: { summary?: boolean },
    ): { characterSet: 'GSM' | 'Unicode'; parts: { content: string }[] };
  };
  export default splitSms;
}
