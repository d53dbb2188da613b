package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// bucket is an archive in a store with the protocol of S3.
type bucket struct {
	client *minio.Client
	url    string
	name   string
	prefix string // of the names of objects; empty, or ends with a slash
}

// retries is the number of tries of a request. More of them would take longer than a reader waits.
const retries = 3

// openBucket returns the archive at a URL https://HOST/BUCKET or https://HOST/BUCKET/PREFIX, with ?region=NAME if the store does not tell it. The keys are those
// of the tools of AWS: the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the file ~/.aws/credentials.
func openBucket(address string) (Objects, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the archive's address is no URL") // the error would repeat what may be a password
	}
	if u.User != nil {
		return nil, errors.New("an archive's URL has no user and password: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	name, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if u.Host == "" || name == "" {
		return nil, fmt.Errorf("the URL of an archive is https://HOST/BUCKET or https://HOST/BUCKET/PREFIX; got %s", u)
	}
	if prefix != "" {
		prefix += "/"
	}
	client, err := minio.New(u.Host, &minio.Options{
		Creds:  credentials.NewChainCredentials([]credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}),
		Secure: u.Scheme == "https", Region: u.Query().Get("region"), MaxRetries: retries,
	})
	if err != nil {
		return nil, fmt.Errorf("the archive %s: %w", u, err)
	}
	return bucket{client: client, url: u.String(), name: name, prefix: prefix}, nil
}

// callTimeout is the longest time of one request.
const callTimeout = 2 * time.Minute

func (b bucket) String() string { return b.url }

func (b bucket) Put(ctx context.Context, name string, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, err := b.client.PutObject(ctx, b.name, b.prefix+name, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{
		ContentType: "application/octet-stream", DisableMultipart: true,
	})
	return unavailable(err)
}

func (b bucket) Get(ctx context.Context, name string, most int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, unavailable(err)
	}
	defer func() { _ = object.Close() }()
	content, err := readAtMost(object, most)
	if failure := minio.ToErrorResponse(err); failure.StatusCode == http.StatusNotFound && failure.Code == minio.NoSuchKey {
		return nil, errMissing
	}
	return content, unavailable(err)
}

func (b bucket) Delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return unavailable(b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{}))
}

func (b bucket) List(ctx context.Context, each func(name string) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing if each fails
	for object := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, Recursive: true}) {
		if object.Err != nil {
			return unavailable(object.Err)
		}
		if err := each(strings.TrimPrefix(object.Key, b.prefix)); err != nil {
			return err
		}
	}
	return unavailable(ctx.Err())
}
