package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

type lessonInput struct {
	Title string `path:"title"`
	Body  struct {
		Chapter int    `json:"chapter" minimum:"1" maximum:"20" doc:"Number of the chapter"`
		Step    int    `json:"step" minimum:"1" maximum:"40" doc:"Number of the step in its chapter"`
		What    string `json:"what" enum:"begun,helped,finished" doc:"The step began, the coach made the move, or the chapter is over"`
	}
}

func (d *handler) lessonRoutes(api huma.API) {
	huma.Register(api, call(http.MethodPost, "/titles/{title}/lesson", "count-lesson", "Count a step of a lesson, without its person", http.StatusNoContent, 1), d.countLesson)
}

// countLesson counts what happens in lessons. Nothing is stored, and the count has no person.
func (d *handler) countLesson(_ context.Context, in *lessonInput) (*struct{}, error) {
	if _, err := d.cfg.Lobby.Causes(in.Title); err != nil {
		return nil, err
	}
	d.cfg.Meter.Lesson(in.Title, in.Body.Chapter, in.Body.Step, in.Body.What)
	return nil, nil
}
